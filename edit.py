import re,sys,json
def sub(path, *pairs):
    s=open(path).read()
    for a,b in pairs:
        if isinstance(a,re.Pattern):
            n=a.subn(b,s); assert n[1]>=1,(path,a.pattern); s=n[0]
        else:
            assert a in s,(path,a); s=s.replace(a,b)
    open(path,'w').write(s)

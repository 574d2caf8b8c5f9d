import re,sys
ids=set(sys.argv[1:])
p='docs/requirements.yaml'; lines=open(p).read().split('\n'); out=[]; skip=False
for l in lines:
    m=re.match(r'^(\s*)- id: (\S+)',l)
    if m: skip = m.group(2) in ids; ind=len(m.group(1))
    elif skip and l.strip() and len(l)-len(l.lstrip())<=ind: skip=False
    if not skip: out.append(l)
open(p,'w').write('\n'.join(out))

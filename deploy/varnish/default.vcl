# Varnish between nginx, which ends TLS, and the sites: it keeps pages until the site purges them (CDN=varnish). For Varnish 7 with varnish-modules,
# tried with the real one by parts/cdn/varnish.test.ts. The addresses of the sites are in backends.vcl beside this file; brokerfront.conf has
# its options: without http_gzip_support=off, visitors would get gzip instead of brotli.
vcl 4.1;

import directors;
import std;
import xkey;

include "./backends.vcl";

sub vcl_recv {
  if (local.socket == "purge") {
    if (req.method != "PURGE") {
      return (synth(404));
    }
    # Deleted documents must never be shown again; other pages stay as stale copies for when no site answers.
    if (req.http.xkey-gone) {
      set req.http.x-count = xkey.purge(req.http.xkey-gone);
    }
    if (req.http.xkey) {
      set req.http.x-count = xkey.softpurge(req.http.xkey);
    }
    return (synth(200, "Purged"));
  }
  set req.backend_hint = sites.backend();
  if (req.restarts == 0) {
    unset req.http.x-second-try;
    unset req.http.x-home;
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Drafts are for one editor.
  if (req.http.cookie ~ "(^|;\s*)preview=" || req.http.authorization) {
    return (pass);
  }

  # An old page is shown only when no site can make the new one.
  if (req.restarts > 0 || !std.healthy(req.backend_hint)) {
    set req.grace = 1d;
  } else {
    set req.grace = 0s;
  }

  # An address with nothing but parameters of a campaign is that of the page. A site keeps them for the visitor, an advertisement's with consent; nobody can while none answers.
  if (req.grace > 0s && req.url ~ "\?((utm_\w+|ref|aff|\w*clid|gbraid|wbraid|li_fat_id)=[^&]*(&|$))+$") {
    set req.url = regsub(req.url, "\?.*$", "");
  }

  # The home page answers by language. Whoever certainly gets English shares one copy, that of /en; the others ask the site, or are led to their
  # language here while it is away.
  if (req.url == "/") {
    if (req.http.cookie ~ "(^|;\s*)locale=en(;|$)"
      || (req.http.cookie !~ "(^|;\s*)locale=" && (!req.http.accept-language || req.http.accept-language ~ "(?i)^en(-\w+)*\s*(,|$)"))) {
      set req.http.x-home = "1";
      set req.url = "/en";
    } else if (req.grace > 0s) {
      if (req.http.cookie ~ "(^|;\s*)locale=(es|it)(;|$)") {
        return (synth(752, "/" + regsub(req.http.cookie, ".*(^|;\s*)locale=(es|it).*", "\2")));
      }
      if (req.http.accept-language ~ "(?i)^(es|it)\b") {
        return (synth(752, "/" + std.tolower(regsub(req.http.accept-language, "^(..).*", "\1"))));
      }
      set req.http.x-home = "1";
      set req.url = "/en";
    }
  }

  # Three forms of a page are enough.
  if (req.http.accept-encoding ~ "br") {
    set req.http.accept-encoding = "br";
  } else if (req.http.accept-encoding ~ "gzip") {
    set req.http.accept-encoding = "gzip";
  } else {
    unset req.http.accept-encoding;
  }
  # Replaces Varnish's own rule, which caches nothing for visitors with a cookie: the site marks each answer that is for everybody.
  return (hash);
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }
  if (beresp.status >= 500) {
    # What is kept of the page is better than an error; without it, the second try shows the site's own.
    if (bereq.is_bgfetch || !bereq.http.x-second-try) {
      return (abandon);
    }
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    return (deliver);
  }
  set beresp.keep = 0s;
  if (beresp.http.xkey) {
    set beresp.grace = 1d;
  }
  # Then Varnish's own rules: nothing private, nothing that sets a cookie.
}

sub vcl_backend_error {
  if (!bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.x-second-try)) {
    return (abandon);
  }
}

sub vcl_synth {
  if (resp.status == 752) {
    set resp.http.location = resp.reason;
    set resp.http.cache-control = "private, no-store";
    set resp.http.vary = "Accept-Language, Cookie";
    set resp.status = 302;
    set resp.reason = "Found";
    return (deliver);
  }
  if (resp.status == 503 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
    set req.http.x-second-try = "1";
    return (restart);
  }
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.via;
  unset resp.http.x-varnish;
  if (req.http.x-home && resp.http.cache-control) {
    set resp.http.cache-control = "private, max-age=0, must-revalidate";
    set resp.http.vary = "Accept-Encoding, Accept-Language, Cookie";
  } else if (resp.http.cache-control) {
    # Nobody purges other caches on the way to the visitor.
    set resp.http.cache-control = regsub(resp.http.cache-control, "s-maxage=86400", "s-maxage=5");
  }
  if (obj.hits > 0) {
    set resp.http.x-cache = "HIT";
  } else {
    set resp.http.x-cache = "MISS";
  }
}

# backends.vcl in compose. Varnish asks for a name once, when it starts, so the sites have fixed addresses (compose.varnish.yaml).
probe ready {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 1s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}
backend site_1 {
  .host = "172.30.80.11";
  .port = "3000";
  .probe = ready;
  .connect_timeout = 2s;
  .first_byte_timeout = 310s;
}
backend site_2 {
  .host = "172.30.80.12";
  .port = "3000";
  .probe = ready;
  .connect_timeout = 2s;
  .first_byte_timeout = 310s;
}

sub vcl_init {
  new sites = directors.round_robin();
  sites.add_backend(site_1);
  sites.add_backend(site_2);
}

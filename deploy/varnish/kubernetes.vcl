# backends.vcl in Kubernetes: the service, whose address stays. It leaves out pods that are not ready.
probe ready {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 1s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}
backend site_1 {
  .host = "site";
  .port = "3000";
  .probe = ready;
  .connect_timeout = 2s;
  .first_byte_timeout = 310s;
}

sub vcl_init {
  new sites = directors.round_robin();
  sites.add_backend(site_1);
}

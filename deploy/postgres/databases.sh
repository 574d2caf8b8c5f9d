#!/bin/sh
# PostgreSQL's image runs this once, when its volume is empty: a database and an owner for the site's accounts, and for Strapi.
set -eu
secrets=${SECRETS_DIR:-/run/secrets}
for name in site strapi; do
  case $name in site) password=$(cat "$secrets/site-database-password") ;; *) password=$(cat "$secrets/cms-database-password") ;; esac
  psql -v ON_ERROR_STOP=1 -v name="$name" -v password="$password" --username "${POSTGRES_USER:-postgres}" <<'SQL'
-- `backup -- verify` restores into a database of its own.
CREATE ROLE :"name" LOGIN CREATEDB PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
SQL
done

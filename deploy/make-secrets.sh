#!/bin/sh
# Writes the secrets of a new installation, a file each, into the folder given (deploy/secrets by default); what is there already stays.
# It asks nobody: replace smtp-url with your mail server's address afterwards.
set -eu
folder=${1:-$(dirname "$0")/secrets}
umask 077
mkdir -p "$folder"
write() { [ -s "$folder/$1" ] || printf '%s\n' "$2" > "$folder/$1"; }
random() { openssl rand -hex 32; }
for name in auth-secret strapi-token strapi-webhook-secret metrics-token cms-metrics-token valkey-password \
  postgres-password site-database-password cms-database-password cms-admin-password; do
  write "$name" "$(random)Aa1"
done
write database-url "postgres://site:$(cat "$folder/site-database-password")@${DATABASE_HOST:-postgres}/site"
write valkey-url "redis://:$(cat "$folder/valkey-password")@${VALKEY_HOST:-valkey}:6379"
write smtp-url 'smtp://mail.broker.example:587?requireTLS=true'
# Containers read them as another user than the one who wrote them; the folder itself keeps others out.
chmod 644 "$folder"/*

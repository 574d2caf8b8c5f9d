/** Creates better-auth's tables of people, sessions and passwords, with its names of columns, and the table of tokens in mailed links. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

/** The column types that better-auth expects, and that the two databases name differently. */
const columnTypes = {
  sqlite: { moment: 'text', flag: 'integer' },
  postgres: { moment: 'timestamptz', flag: 'boolean' },
};

export const identity: Migration = async (db, kind) => {
  const { moment, flag } = columnTypes[kind];
  await runSql(db, [
    `create table "user" (
      id text not null primary key, name text not null, email text not null, "emailVerified" ${flag} not null,
      image text, "createdAt" ${moment} not null, "updatedAt" ${moment} not null
    )`,
    `create table session (
      id text not null primary key, "userId" text not null, token text not null, "expiresAt" ${moment} not null,
      "ipAddress" text, "userAgent" text, "createdAt" ${moment} not null, "updatedAt" ${moment} not null
    )`,
    // better-auth also selects columns for accounts at other providers. The site has none, so they stay empty.
    `create table account (
      id text not null primary key, "userId" text not null, "accountId" text not null, "providerId" text not null,
      "accessToken" text, "refreshToken" text, "idToken" text, scope text,
      "accessTokenExpiresAt" ${moment}, "refreshTokenExpiresAt" ${moment},
      password text, "createdAt" ${moment} not null, "updatedAt" ${moment} not null
    )`,
    `create table verification (
      id text not null primary key, identifier text not null, value text not null, "expiresAt" ${moment} not null,
      "createdAt" ${moment} not null, "updatedAt" ${moment} not null
    )`,
    `create table one_time_token (
      token_hash text not null primary key, user_id text not null, purpose text not null, expires_at bigint not null
    )`,
    `create unique index user_email on "user" (email)`,
    `create unique index session_token on session (token)`,
    `create index "session_user" on session ("userId")`,
    `create unique index account_user on account ("userId", "providerId")`,
    `create unique index one_time_token_user on one_time_token (user_id, purpose)`,
  ]);
};

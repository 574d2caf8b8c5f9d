/** Tables of people and of what they send. */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migrations } from './migrations.ts';
import type { DatabaseKind } from './open-accounts-database.ts';

type Columns = Record<string, 'text' | 'text?' | 'bigint' | 'bigint?' | 'moment' | 'flag'>;

/** `text?` may be null; the first column is the primary key. */
async function createTable(db: Kysely<unknown>, kind: DatabaseKind, name: string, columns: Columns): Promise<void> {
  const types = {
    text: sql`text`,
    bigint: sql`bigint`,
    moment: kind === 'postgres' ? sql`timestamptz` : sql`text`,
    flag: kind === 'postgres' ? sql`boolean` : sql`integer`,
  };
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [index, [column, type]] of Object.entries(columns).entries()) {
    const base = type.replace('?', '') as keyof typeof types;
    table = table.addColumn(column, types[base], (definition) =>
      index === 0 ? definition.primaryKey().notNull() : type.endsWith('?') ? definition : definition.notNull(),
    );
  }
  await table.execute();
}

export function accountsMigrations(kind: DatabaseKind): Migrations {
  return {
    '2026-11-21-01-identity': {
      async up(db) {
        await createTable(db, kind, 'user', {
          id: 'text',
          name: 'text',
          email: 'text',
          emailVerified: 'flag',
          image: 'text?',
          createdAt: 'moment',
          updatedAt: 'moment',
        });
        await createTable(db, kind, 'session', {
          id: 'text',
          userId: 'text',
          token: 'text',
          expiresAt: 'moment',
          ipAddress: 'text?',
          userAgent: 'text?',
          createdAt: 'moment',
          updatedAt: 'moment',
        });
        // better-auth's adapter selects columns for accounts at other providers. The site has none, so they stay empty.
        await sql`create table ${sql.table('account')} (
          ${sql.ref('id')} text primary key not null, ${sql.ref('userId')} text not null, ${sql.ref('accountId')} text not null, ${sql.ref('providerId')} text not null,
          ${sql.ref('accessToken')} text, ${sql.ref('refreshToken')} text, ${sql.ref('idToken')} text, ${sql.ref('scope')} text,
          ${sql.ref('accessTokenExpiresAt')} ${kind === 'postgres' ? sql`timestamptz` : sql`text`}, ${sql.ref('refreshTokenExpiresAt')} ${kind === 'postgres' ? sql`timestamptz` : sql`text`},
          ${sql.ref('password')} text, ${sql.ref('createdAt')} ${kind === 'postgres' ? sql`timestamptz` : sql`text`} not null, ${sql.ref('updatedAt')} ${kind === 'postgres' ? sql`timestamptz` : sql`text`} not null
        )`.execute(db);
        await createTable(db, kind, 'verification', {
          id: 'text',
          identifier: 'text',
          value: 'text',
          expiresAt: 'moment',
          createdAt: 'moment',
          updatedAt: 'moment',
        });
        await createTable(db, kind, 'one_time_token', {
          token_hash: 'text',
          user_id: 'text',
          purpose: 'text',
          expires_at: 'bigint',
        });
        await db.schema.createIndex('user_email').on('user').column('email').unique().execute();
        await db.schema.createIndex('session_token').on('session').column('token').unique().execute();
        await db.schema.createIndex('session_user').on('session').column('userId').execute();
        await db.schema.createIndex('account_user').on('account').columns(['userId', 'providerId']).unique().execute();
        await db.schema
          .createIndex('one_time_token_user')
          .on('one_time_token')
          .columns(['user_id', 'purpose'])
          .unique()
          .execute();
      },
    },
    '2026-11-21-02-submissions': {
      async up(db) {
        await createTable(db, kind, 'pending_registration', {
          token_hash: 'text',
          stage: 'text',
          email: 'text',
          password_hash: 'text?',
          draft: 'text',
          created_at: 'bigint',
          expires_at: 'bigint',
        });
        await createTable(db, kind, 'registration', {
          id: 'text',
          user_id: 'text',
          email: 'text',
          first_name: 'text',
          last_name: 'text',
          country: 'text',
          phone: 'text',
          promo_code: 'text?',
          referral: 'text',
          acceptance: 'text',
          locale: 'text',
          source: 'text',
          address: 'text',
          created_at: 'bigint',
          verified_at: 'bigint?',
        });
        await createTable(db, kind, 'enquiry', {
          id: 'text',
          kind: 'text',
          name: 'text',
          email: 'text',
          topic: 'text',
          message: 'text',
          details: 'text',
          locale: 'text',
          address: 'text',
          created_at: 'bigint',
        });
        await createTable(db, kind, 'application', {
          id: 'text',
          job_id: 'text',
          job_title: 'text',
          name: 'text',
          email: 'text',
          message: 'text',
          cv_key: 'text',
          cv_name: 'text',
          cv_type: 'text',
          cv_bytes: 'bigint',
          cv_sha256: 'text',
          locale: 'text',
          address: 'text',
          created_at: 'bigint',
        });
        await createTable(db, kind, 'outbox', {
          id: 'text',
          channel: 'text',
          event: 'text',
          subject_id: 'text',
          person: 'text',
          payload: 'text',
          status: 'text',
          attempts: 'bigint',
          next_attempt_at: 'bigint',
          locked_until: 'bigint',
          last_error: 'text?',
          created_at: 'bigint',
          delivered_at: 'bigint?',
        });
        await createTable(db, kind, 'audit', {
          id: 'text',
          at: 'bigint',
          action: 'text',
          user_id: 'text?',
          person: 'text?',
          address: 'text',
          detail: 'text',
        });
        await db.schema.createIndex('registration_user').on('registration').column('user_id').unique().execute();
        await db.schema.createIndex('registration_email').on('registration').column('email').execute();
        await db.schema.createIndex('enquiry_email').on('enquiry').column('email').execute();
        await db.schema.createIndex('application_email').on('application').column('email').execute();
        await db.schema.createIndex('pending_expiry').on('pending_registration').column('expires_at').execute();
        await db.schema
          .createIndex('outbox_subject')
          .on('outbox')
          .columns(['channel', 'event', 'subject_id'])
          .unique()
          .execute();
        await db.schema.createIndex('outbox_due').on('outbox').columns(['status', 'next_attempt_at']).execute();
        await db.schema.createIndex('outbox_person').on('outbox').columns(['person', 'channel', 'status']).execute();
        await db.schema.createIndex('audit_person').on('audit').column('person').execute();
      },
    },
    '2026-11-21-03-messages-of-a-record': {
      async up(db) {
        await db.schema.createIndex('outbox_record').on('outbox').column('subject_id').execute();
      },
    },
    '2026-11-21-04-links-of-a-message': {
      async up(db) {
        await db.schema
          .alterTable('one_time_token')
          .addColumn('message_id', 'text', (column) => column.notNull().defaultTo(''))
          .execute();
        await db.schema.dropIndex('one_time_token_user').execute();
        await db.schema
          .createIndex('one_time_token_user')
          .on('one_time_token')
          .columns(['user_id', 'purpose'])
          .execute();
      },
    },
  };
}

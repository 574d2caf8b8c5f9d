/** Job applications. The file is stored before the record is written, so that a record never names a missing file. */
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { newId, normalEmail } from '../ids-and-tokens.ts';
import type { Locale } from '../../content/locales.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { currentRequestId } from '../request-id.ts';
import { oneAtATime, sentTwiceWithin } from '../sent-twice.ts';
import type { CheckedCv } from './cv-check.ts';

export interface NewApplication {
  jobId: string;
  jobTitle: string;
  name: string;
  email: string;
  message: string;
  cv: CheckedCv & { key: string; name: string; bytes: number; sha256: string };
  locale: Locale;
  address: string;
}

/**
 * Accepts the same application once when it is submitted twice. @param desk mail address of the staff who read it.
 * @returns the storage key that the record names: when the application is a repetition, that of the first one's file.
 */
export async function acceptApplication(
  { db, kind }: AccountsDatabase,
  application: NewApplication,
  desk: string,
): Promise<string> {
  const now = Date.now();
  const id = newId(now);
  const email = normalEmail(application.email);
  const { jobId, jobTitle, name, message, cv, locale, address } = application;
  const written = {
    job_id: jobId,
    job_title: jobTitle,
    name,
    email,
    message,
    cv_name: cv.name,
    cv_type: cv.contentType,
    cv_bytes: cv.bytes,
    cv_sha256: cv.sha256,
    locale,
    address,
  };
  return db.transaction().execute(async (transaction) => {
    await oneAtATime(transaction, kind, `application:${email}`);
    const same = await transaction
      .selectFrom('application')
      .select('cv_key')
      .where((build) => build.and(written))
      .where('created_at', '>', now - sentTwiceWithin)
      .executeTakeFirst();
    if (same) return same.cv_key;
    await transaction
      .insertInto('application')
      .values({ id, ...written, cv_key: cv.key, created_at: now, request_id: currentRequestId() })
      .execute();
    await writeToOutbox(
      transaction,
      {
        channel: 'crm',
        event: 'application.created',
        subjectId: id,
        email,
        payload: {
          applicationId: id,
          jobId,
          jobTitle,
          name,
          email,
          message,
          locale,
          createdAt: new Date(now).toISOString(),
          cv: { key: cv.key, name: cv.name, type: cv.contentType, bytes: cv.bytes, sha256: cv.sha256 },
        },
      },
      now,
    );
    await writeToOutbox(
      transaction,
      {
        channel: 'mail',
        event: 'application',
        subjectId: id,
        email,
        payload: {
          template: 'application',
          to: desk,
          locale: 'en',
          replyTo: email,
          values: { id, job: jobTitle, name, email, message, language: locale },
          attachment: { key: cv.key, name: `cv.${cv.kind}`, type: cv.contentType },
        },
      },
      now,
    );
    return cv.key;
  });
}

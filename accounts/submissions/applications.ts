/** Accepts job applications. The file is stored before the record is written, so that a record never names a missing file. */
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { newId, normalizeEmail } from '../../base/ids-and-tokens.ts';
import type { CheckedCv, NewApplication } from '../../site/page/form-services.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { describeLead, toLeadColumns } from './lead-source.ts';
import { lockSubject, sentTwiceWithinMs } from '../sent-twice.ts';

/** A CV in the storage. */
export type StoredCv = Omit<CheckedCv, 'path' | 'scanned'> & { key: string };

/**
 * Accepts the same application once when it is submitted twice. @param desk e-mail address of the staff who read it.
 * @returns the storage key that the record names: for a repetition, the key of the first file.
 */
export async function acceptApplication(
  { db, kind }: AccountsDatabase,
  application: NewApplication,
  cv: StoredCv,
  desk: string,
): Promise<string> {
  const now = Date.now();
  const id = newId();
  const email = normalizeEmail(application.email);
  const { jobId, jobTitle, name, message, locale, address } = application;
  const columns = {
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
    await lockSubject(transaction, kind, `application:${email}`);
    const earlier = await transaction
      .selectFrom('application')
      .select('cv_key')
      .where((build) => build.and(columns))
      .where('created_at', '>', now - sentTwiceWithinMs)
      .executeTakeFirst();
    if (earlier) return earlier.cv_key;
    await transaction
      .insertInto('application')
      .values({
        id,
        ...columns,
        ...toLeadColumns(application, now),
        cv_key: cv.key,
      })
      .execute();
    await writeToOutbox(
      transaction,
      {
        subjectId: id,
        email,
        crm: {
          event: 'application.created',
          data: {
            applicationId: id,
            jobId,
            jobTitle,
            name,
            email,
            message,
            ...describeLead(application, now),
            cv: { key: cv.key, name: cv.name, type: cv.contentType, bytes: cv.bytes, sha256: cv.sha256 },
          },
        },
        mail: {
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

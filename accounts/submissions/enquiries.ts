/** Accepts enquiries: the contact form, and the forms of partners, introducing brokers and affiliates. */
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { newId, normalizeEmail } from '../ids-and-tokens.ts';
import type { NewEnquiry } from '../../site/page/form-services.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { currentRequestId } from '../request-id.ts';
import { describeSource, toSourceColumns } from './lead-source.ts';
import { lockSubject, sentTwiceWithinMs } from '../sent-twice.ts';

/** Accepts the same enquiry once when it is submitted twice. @param desk e-mail address of the staff who read it. */
export async function acceptEnquiry(
  { db, kind: engine }: AccountsDatabase,
  enquiry: NewEnquiry,
  desk: string,
): Promise<void> {
  const now = Date.now();
  const id = newId(now);
  const email = normalizeEmail(enquiry.email);
  const { kind, name, topic, message, details, locale, address } = enquiry;
  const columns = { kind, name, email, topic, message, details: JSON.stringify(details), locale, address };
  await db.transaction().execute(async (transaction) => {
    await lockSubject(transaction, engine, `enquiry:${email}`);
    const earlier = await transaction
      .selectFrom('enquiry')
      .select('id')
      .where((build) => build.and(columns))
      .where('created_at', '>', now - sentTwiceWithinMs)
      .executeTakeFirst();
    if (earlier) return;
    await transaction
      .insertInto('enquiry')
      .values({ id, ...columns, ...toSourceColumns(enquiry), created_at: now, request_id: currentRequestId() })
      .execute();
    await writeToOutbox(
      transaction,
      {
        subjectId: id,
        email,
        crm: {
          event: 'enquiry.created',
          data: {
            enquiryId: id,
            kind,
            name,
            email,
            topic,
            message,
            details,
            ...describeSource(enquiry),
            locale,
            createdAt: new Date(now).toISOString(),
          },
        },
        mail: {
          template: 'enquiry',
          to: desk,
          locale: 'en',
          replyTo: email,
          values: { id, kind, name, email, topic, message, ...details, language: locale },
        },
      },
      now,
    );
  });
}

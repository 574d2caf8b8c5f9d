/** Accepts enquiries: the contact form, the forms of partners, introducing brokers and affiliates, and those that editors compose. */
import type { FormDestination } from '../../content/model-forms.ts';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { newId, normalizeEmail } from '../../base/ids-and-tokens.ts';
import type { NewEnquiry } from '../../site/page/form-services.ts';
import { keepLegalTexts, nameAcceptedText } from '../legal-texts.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { describeLead, toLeadColumns } from './lead-source.ts';
import { lockSubject, sentTwiceWithinMs } from '../sent-twice.ts';

/** Where an operator sends the answers of a form that editors composed; what is left out is as for other enquiries. */
export interface Destination {
  /** E-mail address of the staff who read it. */
  mail?: string | undefined;
  /** Of the CRM; otherwise the name of the destination. */
  topic?: string | undefined;
  /** Of the CRM. */
  campaign?: string | undefined;
}

export type Destinations = Partial<Record<FormDestination, Destination | undefined>>;

interface Recipients {
  /** E-mail address of the staff who read enquiries. */
  desk: string;
  destinations: Destinations;
}

/** Describes what the sender read and agreed to, as registrations do. */
function describeAgreement(agreed: NewEnquiry['agreed'], moment: string) {
  return agreed
    ? { acceptedAt: moment, documents: [nameAcceptedText(agreed.text)], consents: agreed.consents }
    : undefined;
}

/** Accepts the same enquiry once when it is submitted twice. */
export async function acceptEnquiry(
  { db, kind: engine }: AccountsDatabase,
  enquiry: NewEnquiry,
  { desk, destinations }: Recipients,
): Promise<void> {
  const now = Date.now();
  const moment = new Date(now).toISOString();
  const id = newId();
  const email = normalizeEmail(enquiry.email);
  const { kind, name, message, locale, address, agreed } = enquiry;
  const destination = enquiry.destination && destinations[enquiry.destination];
  const topic = destination?.topic ?? enquiry.topic;
  const details = { ...enquiry.details, ...(destination?.campaign && { campaign: destination.campaign }) };
  const acceptance = describeAgreement(agreed, moment);
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
    await keepLegalTexts(transaction, agreed ? [agreed.text] : [], now);
    await transaction
      .insertInto('enquiry')
      .values({
        id,
        ...columns,
        ...toLeadColumns(enquiry, now),
        acceptance: JSON.stringify(acceptance ?? {}),
      })
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
            // A phone number is in the details.
            email: email.includes('@') ? email : '',
            topic,
            message,
            details,
            ...(acceptance && { acceptance }),
            ...describeLead(enquiry, now),
          },
        },
        mail: {
          template: 'enquiry',
          to: destination?.mail ?? desk,
          locale: 'en',
          ...(email.includes('@') && { replyTo: email }),
          values: { id, kind, name, email, topic, message, ...details, language: locale },
        },
      },
      now,
    );
  });
}

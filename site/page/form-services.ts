/** The services that page actions may use. `accounts/` implements them, `server/` passes them in. */
import type { FormDestination } from '../../content/model-forms.ts';
import type { FormLimit } from '../forms/form-limits.ts';
import type { FormErrorKey, RegistrationDetails } from '../forms/form-schemas.ts';
import type { Declaration } from '../forms/registration-rule.ts';
import type { Locale } from '../../content/locales.ts';
import type { LegalDocument } from '../../content/model.ts';

export interface Visit {
  /** The client's network address, determined as the configuration says. */
  address: string;
  userAgent: string;
  cookie: string;
}

export interface ReceivedFile {
  path: string;
  name: string;
  bytes: number;
  sha256: string;
}

export type CvKind = 'pdf' | 'docx';
/** Why a file is not accepted as a CV: the key of its error message. */
export type CvFault = Extract<FormErrorKey, 'cvKind' | 'cvActive' | 'cvExternal' | 'cvFiles' | 'cvLocked'>;

/** A received file that is accepted as a CV: its content and its name agree on one of the accepted kinds. */
export interface CheckedCv extends ReceivedFile {
  kind: CvKind;
  contentType: string;
  /** A virus scanner has found nothing in it. */
  scanned: boolean;
}

export interface Sender {
  locale: Locale;
  /** Network address. */
  address: string;
}

/**
 * Parameters of the link of a partner (`ref`, `aff`) or a campaign (`utm_source` and others, click ids), with the path of its landing page
 * (`landing`) and the day (`on`); empty without such a link.
 */
export type Referral = Record<string, string>;

/** Where the sender of a form came from, as far as the visitor's consent allows. */
export interface LeadSource {
  /** The latest link. */
  referral: Referral;
  /** The first link of the last 30 days; the same as `referral` when there was only one. */
  firstReferral: Referral;
  /** Path of the form's page, such as `/register`. */
  source: string;
}

interface Lead extends Sender, LeadSource {}

export interface Limits {
  /**
   * Counts one use of each limit for its key, network addresses first and people last. Counting ends at the first limit that refuses, so that
   * attempts of a limited address do not count against anybody else.
   * @returns seconds to wait, or 0 when all limits allow it.
   */
  use: (uses: Partial<Record<FormLimit, string>>) => Promise<number>;
  /** Resets a count, after a success. */
  forgive: (name: FormLimit, key: string) => Promise<void>;
}

/** A registration between its two steps, and for a day afterwards the right to ask for the confirmation mail again. */
export interface PendingRegistration {
  /** The step that the visitor is at; `sent` once the registration was accepted. */
  stage: 'account' | 'details' | 'sent';
  email: string;
  /** The input of the details step. */
  draft: Record<string, string>;
  createdAt: number;
}

/** A version of a legal text in one language, as it is shown. */
export type LegalText = Pick<LegalDocument, 'id' | 'locale' | 'version' | 'effectiveOn' | 'title' | 'summary'> & {
  body: string;
};

export interface NewRegistration extends Lead {
  /** The token of the account step; or the account itself, from the form that asks everything in one step. */
  account: { token: string } | { email: string; password: string };
  details: RegistrationDetails;
  acceptedDocuments: LegalText[];
  /** Absent where the policy of the countries asks for none. */
  declaration?: Declaration;
}

export interface NewEnquiry extends Lead {
  kind: string;
  name: string;
  /** The e-mail address, or the phone number where a form asks for no address. */
  email: string;
  topic: string;
  message: string;
  /** The form's other fields. */
  details: Record<string, string>;
  /** Of a form that editors composed. */
  destination?: FormDestination;
  /** What a form that editors composed said, and to which of its consents the sender agreed. */
  agreed?: { text: LegalText; consents: string[] };
}

export interface NewApplication extends Lead {
  jobId: string;
  jobTitle: string;
  name: string;
  email: string;
  message: string;
}

export type LinkPurpose = 'verify' | 'recover';

export type Confirmation = { kind: 'confirmed'; email: string } | { kind: 'wrong-password' } | { kind: 'old-link' };

export type SignInResult = { kind: 'signed-in'; setCookies: string[] } | { kind: 'refused' } | { kind: 'unverified' };

export interface OpenSession {
  id: string;
  /** For example `Firefox, Linux`; empty when the browser does not name itself. */
  device: string;
  /** ISO date-time, as is `lastUsed`. */
  since: string;
  lastUsed: string;
  current: boolean;
}

export type SignedIn =
  | { kind: 'signed-in'; name: string; email: string; sessions: OpenSession[] }
  /** The session was unused for too long; `setCookies` remove it from the browser. */
  | { kind: 'idle'; setCookies: string[] };

export interface FormServices {
  limits: Limits;
  /** @param own words that an attacker would guess with: the e-mail address, the site's name. */
  isCommonPassword: (password: string, own: readonly string[]) => boolean;
  /** Whether an e-mail address has an account, or a registration that waits for its confirmation (R51). */
  hasAccount: (email: string) => Promise<boolean>;
  /**
   * Stores the account step. Always under a new token, so that a token that somebody planted in the browser never gets a password attached.
   * @param account.password null takes that of the earlier step, which must be of the same e-mail address.
   * @param account.formerToken of an earlier account step, which is forgotten unless its registration was accepted.
   * @returns the token for the cookie `registration`; null when there is no earlier password.
   */
  startRegistration: (account: {
    email: string;
    password: string | null;
    draft: Record<string, string>;
    formerToken: string | undefined;
  }) => Promise<string | null>;
  /** @returns null when the token is unknown or expired. */
  findRegistration: (token: string | undefined) => Promise<PendingRegistration | null>;
  /** Goes back to the account step: keeps the draft and the password. */
  reopenRegistration: (token: string, draft: Record<string, string>) => Promise<void>;
  /** Accepts the same form once when it is sent twice. @returns the token for the cookie `registration`; null when the address has an account. */
  register: (registration: NewRegistration) => Promise<string | null>;
  /** For a sign-in with the right password before the address is confirmed. @returns the token for the cookie `registration`. */
  rememberUnverified: (email: string) => Promise<string>;
  /** Replaces the address of an unconfirmed registration of this browser, and sends the confirmation there. @param given.token the cookie `registration`. */
  correctEmail: (
    given: Sender & { token: string; email: string; password: string },
  ) => Promise<'corrected' | 'wrong-password' | 'duplicate' | 'closed'>;
  sendVerification: (given: { email: string; locale: Locale }) => Promise<void>;
  /** Whether this browser sent the registration that a link confirms. @param registeredEmail the address that it registered. */
  isRegisteringBrowser: (token: string, registeredEmail: string | undefined) => Promise<boolean>;
  /** The password must be right, unless this browser sent the registration (see `isRegisteringBrowser`). */
  confirmEmail: (given: {
    token: string;
    password: string;
    registeredEmail: string | undefined;
    networkAddress: string;
  }) => Promise<Confirmation>;
  /** For a visitor who does not know the password of the registration: replaces it by a new one. */
  confirmWithNewPassword: (given: { token: string; password: string; networkAddress: string }) => Promise<Confirmation>;
  /** @returns the e-mail address that a link was sent to; null when the link does not work. Does not use it up. */
  findLinkEmail: (token: string, purpose: LinkPurpose) => Promise<string | null>;
  /** Records that a limit stopped a sign-in before it was tried. @param attempt.by the subject of the limit: this network address, or the account. */
  noteLimited: (attempt: { email: string; address: string; by: 'address' | 'account' }) => Promise<void>;
  /** @param device the `device` cookie. @returns the id that its attempts are counted by, or null when this account never signed in from it. */
  knownDevice: (email: string, device: string | undefined) => string | null;
  /** @returns the new value of the `device` cookie, with this account in it. */
  rememberDevice: (email: string, device: string | undefined) => string;
  signIn: (
    credentials: { email: string; password: string },
    visit: Visit & { device: string | undefined; locale: Locale },
  ) => Promise<SignInResult>;
  /** @returns null when nobody is signed in. */
  whoIsSignedIn: (visit: Visit) => Promise<SignedIn | null>;
  /** Ends sessions of the signed-in user: one by its id, or all but the current one. Never those of another user. */
  endSessions: (visit: Visit, which: { id: string } | 'others') => Promise<void>;
  /** @returns the `Set-Cookie` headers that remove the session from the browser. */
  signOut: (visit: Visit, everywhere: boolean) => Promise<string[]>;
  requestRecovery: (given: Sender & { email: string }) => Promise<void>;
  /** @returns the account's e-mail address, or null when the link is unknown, used or expired. */
  setNewPassword: (given: Sender & { token: string; password: string }) => Promise<string | null>;
  enquire: (enquiry: NewEnquiry) => Promise<void>;
  checkCv: (file: ReceivedFile) => Promise<CheckedCv | { fault: CvFault }>;
  apply: (application: NewApplication, cv: CheckedCv) => Promise<void>;
}

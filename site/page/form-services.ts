/** What the actions of pages may ask for. `server/` hands it over; `accounts/` keeps it. */
import type { Locale } from '../../content/locales.ts';

export interface Visit {
  /** Network address, by the rules of the configuration. */
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

/** A received file that is a CV: its content and its name agree on a kind that is taken. */
export interface CheckedCv extends ReceivedFile {
  kind: 'pdf' | 'doc' | 'docx';
  contentType: string;
}

interface Draft {
  [field: string]: string;
}

interface SenderOf {
  locale: Locale;
  address: string;
}

type Confirmation = { kind: 'confirmed'; email: string } | { kind: 'wrong-password' } | { kind: 'old-link' };

export interface OpenSession {
  id: string;
  /** Empty when the browser does not say. */
  device: string;
  since: string;
  lastUsed: string;
  current: boolean;
}

interface Limits {
  use: (
    uses: Partial<
      Record<
        | 'submit:address'
        | 'submit-plain:address'
        | 'register:address'
        | 'enquiry:address'
        | 'enquiry:pair'
        | 'application:address'
        | 'application:pair'
        | 'sign-in:address'
        | 'sign-in:pair'
        | 'sign-in:device'
        | 'sign-in:person'
        | 'recover:address'
        | 'recover-mail:person'
        | 'recover-mail-again:person'
        | 'verify-mail:person'
        | 'verify-mail-again:person'
        | 'token:address',
        string
      >
    >,
  ) => Promise<number>;
  forgive: (name: 'sign-in:pair' | 'sign-in:device' | 'sign-in:person', key: string) => Promise<void>;
}

interface Challenge {
  underAttack: () => boolean;
  /** A sign-in that failed, a form that a machine filled in, a refusal: counted over everybody. */
  noteFailure: () => Promise<void>;
  newQuestion: () => { token: string; summands: [number, number] };
  isAnswered: (token: string, answer: string) => Promise<boolean>;
}

export interface FormServices {
  limits: Limits;
  challenge: Challenge;
  /** @param own what the person is known by: the address of mail, the site's name. */
  isCommonPassword: (password: string, own: readonly string[]) => boolean;
  hashPassword: (password: string) => Promise<string>;
  newToken: () => string;
  startRegistration: (given: {
    email: string;
    passwordHash: string;
    draft: Draft;
    replaces: string | undefined;
  }) => Promise<string>;
  pendingRegistration: (token: string | undefined) => Promise<{
    stage: 'account' | 'details' | 'sent';
    email: string;
    passwordHash: string | null;
    draft: Draft;
    createdAt: number;
  } | null>;
  reopenRegistration: (token: string, draft: Draft) => Promise<void>;
  register: (
    registration: SenderOf & {
      email: string;
      passwordHash: string;
      password?: string;
      details: { firstName: string; lastName: string; country: string; phone: string; promoCode: string };
      acceptedDocuments: { id: string; version: string; hash: string; locale: string }[];
      referral: Record<string, string>;
      source: string;
    },
    pending: { token: string; existing: boolean },
  ) => Promise<'registered' | 'duplicate' | 'already-sent'>;
  unverified: (email: string) => Promise<string>;
  sendVerification: (given: { email: string; locale: Locale }) => Promise<void>;
  /** Whether this browser sent the registration that a link confirms. @param registered the address whose registration it sent. */
  registeredHere: (token: string, registered: string | undefined) => Promise<boolean>;
  confirmEmail: (given: {
    token: string;
    password: string;
    registered: string | undefined;
    address: string;
  }) => Promise<Confirmation>;
  confirmWithNewPassword: (given: { token: string; password: string; address: string }) => Promise<Confirmation>;
  /** Whose mailbox a link was sent to; empty when the link does not work. */
  emailOfLink: (token: string, purpose: 'verify' | 'recover') => Promise<string>;
  tokenStands: (token: string, purpose: 'verify' | 'recover') => Promise<boolean>;
  /** Writes down that a sign-in was not even tried. @param by what may no longer try: this network address, or anyone at this account. */
  noteLimited: (attempt: { email: string; address: string; by: 'address' | 'account' }) => Promise<void>;
  /** @param device the cookie of devices. @returns by what its tries are counted, or null when nobody has signed in at this account from it. */
  knownDevice: (email: string, device: string | undefined) => string | null;
  /** @returns the cookie of devices, with this account in it. */
  rememberDevice: (email: string, device: string | undefined) => string;
  signIn: (
    credentials: { email: string; password: string },
    visit: Visit & { device: string | undefined; locale: Locale },
  ) => Promise<{ kind: 'signed-in'; setCookies: string[] } | { kind: 'refused' } | { kind: 'unverified' }>;
  whoIsSignedIn: (
    visit: Visit,
  ) => Promise<
    | { kind: 'signed-in'; name: string; email: string; sessions: OpenSession[] }
    | { kind: 'idle'; setCookies: string[] }
    | null
  >;
  endSessions: (visit: Visit, which: { id: string } | 'others') => Promise<void>;
  signOut: (visit: Visit, everywhere: boolean) => Promise<string[]>;
  requestRecovery: (given: SenderOf & { email: string }) => Promise<void>;
  setNewPassword: (given: SenderOf & { token: string; password: string }) => Promise<string | null>;
  enquire: (
    enquiry: SenderOf & {
      kind: string;
      name: string;
      email: string;
      topic: string;
      message: string;
      details: Record<string, string>;
    },
  ) => Promise<string>;
  /** Null when the file is not what an application may bring. */
  checkCv: (file: ReceivedFile) => Promise<CheckedCv | null>;
  apply: (
    application: SenderOf & { jobId: string; jobTitle: string; name: string; email: string; message: string },
    cv: CheckedCv,
  ) => Promise<void>;
}

/** The services that page actions may use. `accounts/` implements them, `server/` passes them in. */
import type { RegistrationDetails } from '../forms/form-schemas.ts';
import type { Locale } from '../../content/locales.ts';

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

/** A received file that is accepted as a CV: its content and its name agree on one of the accepted kinds. */
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
  /** Empty when the browser does not name itself. */
  device: string;
  /** ISO date-time, as is `lastUsed`. */
  since: string;
  lastUsed: string;
  current: boolean;
}

interface Limits {
  /** Counts one use of each limit for its key. @returns seconds to wait, or 0 when all limits allow it. */
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
  /** Forgets what was counted, after a success. */
  forgive: (name: 'sign-in:pair' | 'sign-in:device' | 'sign-in:person', key: string) => Promise<void>;
}

interface Challenge {
  underAttack: () => boolean;
  /** Counts a failed sign-in, a form filled in by a bot, or a refusal, over all visitors together: many of them are an attack. */
  noteFailure: () => Promise<void>;
  newQuestion: () => { token: string; summands: [number, number] };
  /** A wrong answer uses the question up as well. */
  isAnswered: (token: string, answer: string) => Promise<boolean>;
}

export interface FormServices {
  limits: Limits;
  challenge: Challenge;
  /** @param own what an attacker would build guesses from: the e-mail address, the site's name. */
  isCommonPassword: (password: string, own: readonly string[]) => boolean;
  hashPassword: (password: string) => Promise<string>;
  newToken: () => string;
  /** @param given.replaces the token of an earlier first step. @returns the token for the `registration` cookie. */
  startRegistration: (given: {
    email: string;
    passwordHash: string;
    draft: Draft;
    replaces: string | undefined;
  }) => Promise<string>;
  /** @returns null when the token is unknown or expired. */
  pendingRegistration: (token: string | undefined) => Promise<{
    stage: 'account' | 'details' | 'sent';
    email: string;
    passwordHash: string | null;
    draft: Draft;
    createdAt: number;
  } | null>;
  /** Goes back to the first step: keeps the draft, drops the password. */
  reopenRegistration: (token: string, draft: Draft) => Promise<void>;
  /** @param pending `existing` is false for the one-step form, which has no pending registration yet. */
  register: (
    registration: SenderOf & {
      email: string;
      passwordHash: string;
      password?: string;
      details: RegistrationDetails;
      acceptedDocuments: { id: string; version: string; hash: string; locale: string }[];
      referral: Record<string, string>;
      source: string;
    },
    pending: { token: string; existing: boolean },
  ) => Promise<'registered' | 'duplicate' | 'already-sent'>;
  /** For a sign-in before the address is confirmed. @returns the token for the `registration` cookie. */
  unverified: (email: string) => Promise<string>;
  sendVerification: (given: { email: string; locale: Locale }) => Promise<void>;
  /** Whether this browser sent the registration that a link confirms. @param registered the e-mail address that it registered. */
  registeredHere: (token: string, registered: string | undefined) => Promise<boolean>;
  /** The password must be right, unless this browser sent the registration (see `registeredHere`). */
  confirmEmail: (given: {
    token: string;
    password: string;
    registered: string | undefined;
    address: string;
  }) => Promise<Confirmation>;
  confirmWithNewPassword: (given: { token: string; password: string; address: string }) => Promise<Confirmation>;
  /** The e-mail address that a link was sent to; empty when the link is not valid. */
  emailOfLink: (token: string, purpose: 'verify' | 'recover') => Promise<string>;
  /** Whether a link's token is valid; checking does not use it up. */
  tokenStands: (token: string, purpose: 'verify' | 'recover') => Promise<boolean>;
  /** Records that a limit stopped a sign-in before it was tried. @param attempt.by what is limited: this network address, or the account. */
  noteLimited: (attempt: { email: string; address: string; by: 'address' | 'account' }) => Promise<void>;
  /** @param device the `device` cookie. @returns the id that its attempts are counted by, or null when this account never signed in from it. */
  knownDevice: (email: string, device: string | undefined) => string | null;
  /** @returns the new value of the `device` cookie, with this account in it. */
  rememberDevice: (email: string, device: string | undefined) => string;
  signIn: (
    credentials: { email: string; password: string },
    visit: Visit & { device: string | undefined; locale: Locale },
  ) => Promise<{ kind: 'signed-in'; setCookies: string[] } | { kind: 'refused' } | { kind: 'unverified' }>;
  /** `idle`: the session was unused for too long; `setCookies` remove it from the browser. Null when nobody is signed in. */
  whoIsSignedIn: (
    visit: Visit,
  ) => Promise<
    | { kind: 'signed-in'; name: string; email: string; sessions: OpenSession[] }
    | { kind: 'idle'; setCookies: string[] }
    | null
  >;
  endSessions: (visit: Visit, which: { id: string } | 'others') => Promise<void>;
  /** @returns the `Set-Cookie` headers that remove the session from the browser. */
  signOut: (visit: Visit, everywhere: boolean) => Promise<string[]>;
  requestRecovery: (given: SenderOf & { email: string }) => Promise<void>;
  /** @returns the account's e-mail address, or null when the link is unknown, used or expired. */
  setNewPassword: (given: SenderOf & { token: string; password: string }) => Promise<string | null>;
  /** @returns the id of the stored enquiry. */
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
  /** @returns null when the file is not acceptable as a CV. */
  checkCv: (file: ReceivedFile) => Promise<CheckedCv | null>;
  apply: (
    application: SenderOf & { jobId: string; jobTitle: string; name: string; email: string; message: string },
    cv: CheckedCv,
  ) => Promise<void>;
}

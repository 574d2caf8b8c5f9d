/** Limits how often a form may be sent, and how many mails it may cause: number and seconds. `accounts/defence/rate-limits.ts` counts the uses. */

const minute = 60;
const hour = 60 * minute;

/**
 * Many visitors can share an address (offices, mobile networks), so limits by network address are wide. Strangers can use up somebody else's limit
 * by person, so it must never refuse the owner with no way out but waiting.
 */
export const formLimits = {
  'submit:address': [60, 10 * minute],
  /** Without JavaScript the form cannot say how long it was open; such senders get a lower limit. */
  'submit-plain:address': [30, 10 * minute],
  /** Refused forms that are shown again with what was typed; further ones get a sentence alone, which costs next to nothing. */
  'refused:address': [60, 10 * minute],
  'register:address': [20, hour],
  'enquiry:address': [10, hour],
  'enquiry:pair': [5, hour],
  'application:address': [10, hour],
  'application:pair': [10, 24 * hour],
  'sign-in:address': [60, 15 * minute],
  /** Stops one address that guesses at one account; `sign-in:person` stops many addresses that guess at it. */
  'sign-in:pair': [6, 15 * minute],
  /** A browser that has signed in to the account before is counted separately: neither its network nor an attack locks it out. */
  'sign-in:device': [6, 15 * minute],
  'sign-in:person': [40, hour],
  /** The audit trail records the same refusal once for each address and account. */
  'sign-in-limited:pair': [1, 15 * minute],
  'recover:address': [20, hour],
  /** These keep a stranger from filling someone's mailbox. Each kind of mail has its own limit: one does not use up the other. */
  'recover-mail:person': [4, hour],
  'verify-mail:person': [4, hour],
  /** Beyond those, one mail for each link that has nearly expired: as long as no mail is sent, the newest link in the mailbox works. */
  'recover-mail-again:person': [1, 28 * minute],
  'verify-mail-again:person': [1, 23 * hour],
  /** Notices of sign-ins from new devices. Beyond the limit none is sent: the owner knows already. */
  'notice-mail:person': [6, hour],
  /** Counts links that do not work; those that work are not counted. */
  'token:address': [30, hour],
} as const satisfies Record<string, readonly [number, number]>;

export type FormLimit = keyof typeof formLimits;

/** What the outbox hands over to a CRM. */

export interface CrmMessage {
  id: string;
  event: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  data: Record<string, unknown>;
  /** Id of the visitor's request, for the receiver's log; null without a request. */
  requestId: string | null;
}

/** Delivers one message. Throws when the CRM does not accept it. */
export type DeliverToCrm = (message: CrmMessage) => Promise<void>;

/** Types for the part of nodemailer that this project uses; the package has none of its own. */
declare module 'nodemailer' {
  export interface Message {
    from: { name: string; address: string };
    to: string;
    replyTo?: string;
    subject?: string;
    text?: string;
    html?: string;
    headers?: Record<string, string>;
    disableFileAccess?: boolean;
    disableUrlAccess?: boolean;
  }
  export interface Transport {
    sendMail(message: Message): Promise<{ message?: Buffer; rejected?: unknown[] }>;
    verify(): Promise<true>;
  }
  export function createTransport(options: Record<string, unknown>): Transport;
}

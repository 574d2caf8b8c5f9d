/** Who causes a change: a user of the panel, an API token, or a named program of ours. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';

export interface Actor {
  kind: 'user' | 'token' | 'program';
  /** Stays the same when the name changes: the id of the user or token, the name of the program. */
  id: string;
  /** Address of the user, name of the token or of the program. */
  name: string;
}

interface RequestState {
  user?: { id: number; email: string };
  auth?: { strategy?: { name?: string }; credentials?: { id?: number; name?: string } };
}

const programs = new AsyncLocalStorage<string>();

/** Code without a session says with this who it is; otherwise, approval refuses what it publishes. */
export function runAsProgram<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
  return programs.run(name, action);
}

/** The name of the program of ours that runs, if one does. */
export function findProgram(): string | undefined {
  return programs.getStore();
}

export function findActor(strapi: Core.Strapi): Actor {
  const program = programs.getStore();
  if (program) return { kind: 'program', id: program, name: program };
  const { user, auth } = (strapi.requestContext.get()?.state ?? {}) as RequestState;
  if (user) return { kind: 'user', id: String(user.id), name: user.email };
  if (auth?.credentials?.id !== undefined)
    return { kind: 'token', id: String(auth.credentials.id), name: String(auth.credentials.name) };
  return { kind: 'program', id: 'unnamed', name: 'unnamed' };
}

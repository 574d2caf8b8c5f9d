/** The form of an application as a browser sends it. */
export const job = 'senior-typescript-engineer-remote';

export function application(fileName: string, bytes: Buffer, more: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    intent: 'apply',
    elapsed: '9000',
    name: 'Anna Rossi',
    email: 'anna@example.com',
    job,
    message: 'A few lines',
    ...more,
  }))
    form.set(name, value);
  form.set('cv', new Blob([new Uint8Array(bytes)]), fileName);
  return form;
}

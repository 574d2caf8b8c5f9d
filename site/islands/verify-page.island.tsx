/**
 * The tool of `/verify`. Without a script its forms are answered by the server. With one the browser compares the file: it fetches what stood at the page's
 * address, and the file stays on the device.
 */
import { type SubmitEvent, useRef, useState } from 'react';
import { type AnswerTexts, VerifyAnswerView } from '../ui/verify/VerifyAnswerView.tsx';
import type { PageVersion } from '../ui/verify/compare-pages.ts';
import { type VerifyAnswer, type VersionsAnswer, answerFile, maxVersions } from '../ui/verify/verify-answer.ts';
import styles from '../ui/verify/verify.module.css';

export interface VerifyPageProps {
  /** Address of the page. */
  action: string;
  texts: AnswerTexts;
  /** What the visitor typed. */
  typed: { address: string; ofFile: string };
  answer: VerifyAnswer | null;
  errors: { address: string | null; file: string | null };
}

/** The errors of the field of the file, by answer. */
const fileErrors = { 'no-page': 'noPage', nameless: 'nameless', 'too-large': 'tooLarge' } as const;

async function fetchVersions(
  address: string,
  before: number | null,
): Promise<NonNullable<VersionsAnswer['versions']> | null> {
  const parameters = new URLSearchParams({ address, ...(before !== null && { before: String(before) }) });
  const response = await fetch(`/api/verify?${parameters}`);
  if (!response.ok) throw new Error(`/api/verify answered ${response.status}`);
  return ((await response.json()) as VersionsAnswer).versions;
}

async function readVersions(path: string): Promise<AsyncIterable<PageVersion> | null> {
  const newest = await fetchVersions(path, null);
  return newest && continueVersions(path, newest);
}

async function* continueVersions(
  path: string,
  newest: NonNullable<VersionsAnswer['versions']>,
): AsyncGenerator<PageVersion> {
  let versions = newest;
  let count = 0;
  for (;;) {
    yield* versions;
    count += versions.length;
    const last = versions.at(-1);
    if (!last || count >= maxVersions) return;
    versions = (await fetchVersions(path, last.seq)) ?? [];
  }
}

export function VerifyPage({ action, texts, typed, ...given }: VerifyPageProps) {
  const { words, own } = texts;
  const form = useRef<HTMLFormElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [{ answer, errors }, setShown] = useState(given);
  const [isBusy, setBusy] = useState(false);
  const needsAddress = answer?.kind === 'nameless' || typed.ofFile !== '';

  async function compare(file: File, address: string) {
    setBusy(true);
    let shown: typeof given;
    try {
      const found = await answerFile(new Uint8Array(await file.arrayBuffer()), address, own, readVersions);
      const error = found.kind in fileErrors ? fileErrors[found.kind as keyof typeof fileErrors] : null;
      shown = { answer: found, errors: { address: null, file: error && words[error] } };
    } catch {
      shown = { answer: null, errors: { address: null, file: words.unavailable } };
    }
    setBusy(false);
    setShown(shown);
    place.current?.scrollIntoView({ block: 'nearest' });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [file, address] = [data.get('file'), data.get('ofFile')];
    if (file instanceof File && file.size > 0) void compare(file, typeof address === 'string' ? address : '');
    else setShown({ answer: null, errors: { address: null, file: words.noFile } });
  }

  return (
    <div className={styles.tool}>
      <form action={action} method="get" className={styles.form} noValidate>
        <div className="field">
          <label htmlFor="address">{words.address}</label>
          <span id="address-hint" className={styles.hint}>
            {words.addressHint}
          </span>
          <input
            id="address"
            name="address"
            type="text"
            inputMode="url"
            defaultValue={typed.address}
            maxLength={2000}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={errors.address ? true : undefined}
            aria-describedby="address-hint address-error"
          />
          <p id="address-error" className={styles.error}>
            {errors.address}
          </p>
        </div>
        <button className="button">{words.checkAddress}</button>
      </form>
      <form
        ref={form}
        action={action}
        method="post"
        encType="multipart/form-data"
        className={styles.form}
        noValidate
        onSubmit={submit}
      >
        <div className="field">
          <label htmlFor="file">{words.file}</label>
          <span id="file-hint" className={styles.hint}>
            {words.fileHint}
          </span>
          <input
            id="file"
            name="file"
            type="file"
            accept=".html,.htm,.mht,.mhtml,.xhtml,text/html,multipart/related"
            className={styles.file}
            aria-invalid={errors.file ? true : undefined}
            aria-describedby="file-hint file-error file-private"
            onChange={() => form.current?.requestSubmit()}
          />
          <p id="file-error" role="alert" className={styles.error}>
            {errors.file}
          </p>
        </div>
        {needsAddress && (
          <div className="field">
            <label htmlFor="ofFile">{words.ofFile}</label>
            <input
              id="ofFile"
              name="ofFile"
              type="text"
              inputMode="url"
              defaultValue={typed.ofFile}
              maxLength={2000}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <p />
          </div>
        )}
        <button className="button" aria-disabled={isBusy || undefined}>
          {isBusy ? words.comparing : words.checkFile}
        </button>
        <p id="file-private" className={styles.hint}>
          <span className="needs-script">{words.private}</span>
          <noscript>{words.sent}</noscript>
        </p>
      </form>
      <div ref={place} role="status" className={styles.place} aria-label={words.answer}>
        {answer && <VerifyAnswerView answer={answer} texts={texts} />}
      </div>
    </div>
  );
}

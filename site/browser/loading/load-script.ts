/**
 * Scripts of other companies, on demand (R64): each address once, only with the visitor's consent where a category is named, and with
 * an integrity hash where the other side offers one. The site's Content-Security-Policy decides last: an origin that it does not
 * name is not loaded, whatever is asked for here.
 */
import type { ConsentCategory } from '../../consent/consent-registry.ts';
import '../library-html.ts';
import { storedConsent } from '../stored-consent.ts';

interface ScriptOptions {
  /** Consent without which nothing is requested. */
  category?: ConsentCategory;
  /** `sha384-…`; implies a request without credentials. */
  integrity?: string;
  attributes?: Record<string, string>;
}

/** Says that a script was not asked for, because the visitor has not agreed. */
export class ConsentMissing extends Error {}

/** The addresses are those of the configuration, never of a text. */
const policy = window.trustedTypes?.createPolicy('third-party', { createScriptURL: (address: string) => address });

const scripts = new Map<string, Promise<void>>();

function append(address: string, { integrity, attributes = {} }: ScriptOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = policy ? policy.createScriptURL(address) : address;
    script.async = true;
    if (integrity) {
      script.integrity = integrity;
      script.crossOrigin = 'anonymous';
    }
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      // The next call may succeed: a refused or failed script leaves no trace.
      scripts.delete(address);
      script.remove();
      reject(new Error(`The script ${address} could not be loaded.`));
    });
    document.head.append(script);
  });
}

/** Loads a script once; later calls share the first one's answer. @throws ConsentMissing without a request when consent is missing. */
export async function loadScript(address: string, options: ScriptOptions = {}): Promise<void> {
  const { href } = new URL(address, location.href);
  if (options.category && !storedConsent()?.categories.includes(options.category))
    throw new ConsentMissing(`${href} needs consent to ${options.category}.`);
  const known = scripts.get(href) ?? append(href, options);
  scripts.set(href, known);
  return known;
}

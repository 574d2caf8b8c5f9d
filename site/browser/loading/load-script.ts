/**
 * Loads third-party scripts on demand (R64): each address once, with an integrity hash where the provider offers one and, where the
 * caller names a category, only with the visitor's consent. The site's Content-Security-Policy has the last word: the browser refuses
 * every origin that it does not list.
 */
import type { ConsentCategory } from '../../consent/consent-registry.ts';
import '../library-html.ts';
import { storedConsent } from '../stored-consent.ts';

interface ScriptOptions {
  /** Without the visitor's consent to this category, nothing is requested. */
  category?: ConsentCategory;
  /** `sha384-…`; implies a request without credentials. */
  integrity?: string;
  attributes?: Record<string, string>;
}

/** Thrown instead of requesting a script that the visitor has not consented to. */
export class ConsentMissing extends Error {}

/** Accepts every address: they come from the configuration, never from content. */
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
      // Forget a blocked or failed script, so that the next call retries.
      scripts.delete(address);
      script.remove();
      reject(new Error(`The script ${address} could not be loaded.`));
    });
    document.head.append(script);
  });
}

/**
 * Loads a script once; later calls share the first call's promise.
 * @throws ConsentMissing before any request when consent is missing; Error when the script is blocked or fails to load.
 */
export async function loadScript(address: string, options: ScriptOptions = {}): Promise<void> {
  const { href } = new URL(address, location.href);
  if (options.category && !storedConsent()?.categories.includes(options.category))
    throw new ConsentMissing(`${href} needs consent to ${options.category}.`);
  const known = scripts.get(href) ?? append(href, options);
  scripts.set(href, known);
  return known;
}

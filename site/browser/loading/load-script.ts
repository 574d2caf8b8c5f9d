/**
 * Loads third-party scripts on demand (R64), each address once. Callers name an address of the configuration, after the visitor's consent. The site's
 * Content-Security-Policy also applies: the browser refuses every origin that it does not list.
 */
import '../library-html.ts';

/** Accepts every address: they come from the configuration, never from content. */
const policy = window.trustedTypes?.createPolicy('third-party', { createScriptURL: (address: string) => address });

const scripts = new Map<string, Promise<void>>();

function appendScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = policy ? policy.createScriptURL(address) : address;
    script.async = true;
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

/** Loads a script once; later calls share the first call's promise. @throws when the script is blocked or fails to load. */
export async function loadScript(address: string): Promise<void> {
  const { href } = new URL(address, location.href);
  const known = scripts.get(href) ?? appendScript(href);
  scripts.set(href, known);
  return known;
}

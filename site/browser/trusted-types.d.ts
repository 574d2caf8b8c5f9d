/** The part of Trusted Types that this site uses; TypeScript's DOM types lack it. Policies return strings here, so that HTML sinks accept the result. */
interface TrustedTypeRules {
  createHTML?: (html: string) => string | null;
  createScriptURL?: (address: string) => string | null;
}

interface Window {
  readonly trustedTypes?: { createPolicy: <Rules extends TrustedTypeRules>(name: string, rules: Rules) => Rules };
}

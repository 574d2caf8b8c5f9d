/** The part of Trusted Types that this site uses; TypeScript's DOM has none of it. What a policy makes is text to the types, so that sinks take it. */
interface TrustedTypeRules {
  createHTML?: (html: string) => string | null;
  createScriptURL?: (address: string) => string | null;
}

interface Window {
  readonly trustedTypes?: { createPolicy: <Rules extends TrustedTypeRules>(name: string, rules: Rules) => Rules };
}

/** True for bots, the same five names as R44, and for browsers that a program drives: nobody there could answer a question. */
export function isAutomated(): boolean {
  return navigator.webdriver || /bot|crawl|spider|slurp|teoma/i.test(navigator.userAgent);
}

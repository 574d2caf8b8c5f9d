import { robotNames } from '../consent/robot-names.ts';

/** True for robots, and for browsers that a program drives: nobody there could answer a question. */
export function isAutomated(): boolean {
  return navigator.webdriver || robotNames.test(navigator.userAgent);
}

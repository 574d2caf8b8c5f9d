import { expect, test } from 'vitest';
import { isCrawler } from '../../server/http/language-choice.ts';
import { robotNames } from './robot-names.ts';

const android = (model: string) =>
  `Mozilla/5.0 (Linux; Android 9; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0.0.0 Mobile Safari/537.36`;

test.each([
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'AdsBot-Google',
  'Slackbot 1.0(+https://api.slack.com/robots)',
  'TelegramBot (like TwitterBot)',
  'bot',
  'a bot',
  'Mozilla/5.0 (compatible; Baiduspider/2.0)',
  'Sogou web spider/4.0',
  'crawler4j',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com)',
  'Mozilla/2.0 (compatible; Ask Jeeves/Teoma)',
  'archive.org_bot',
  'SeznamBot/4.0',
])('%s is a robot', (name) => {
  expect([robotNames.test(name), isCrawler(name)]).toEqual([true, true]);
});

test.each([
  'CUBOT',
  'CUBOT_NOTE_20 Build/QP1A',
  'CUBOT NOTE 20',
  'M bot 60',
  'M_bot_51',
  'm-bot',
  'M bot',
  'Crawley X1',
  'Spiderman 2',
  'Bottle Phone',
])('the phone %s is not a robot', (model) => {
  expect([robotNames.test(android(model)), isCrawler(android(model))]).toEqual([false, false]);
});

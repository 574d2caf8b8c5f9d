/** What a site keeps for visitors: accounts, forms, consent, and the texts that they agree to. */
import type { AccountsDatabase } from '../accounts/database/open-accounts-database.ts';
import type { Cleanup } from '../base/cleanup.ts';
import { IncomingFiles } from './forms/form-body.ts';
import { PersonalPages } from './forms/personal-pages.ts';
import { linkAccountsDatabase, openSiteAccounts } from './forms/site-accounts.ts';
import type { PartAdditions } from './part.ts';
import { chooseDescriptorLimits } from './process/descriptor-limits.ts';
import type { SiteCore } from './site-core.ts';
import { type ConsentProofService, openConsentProof } from './visitor/consent-proof.ts';
import { type FindCountry, createCountryLookup, createFindCountry } from './visitor/country-lookup.ts';
import { openLegalTextKeeper } from './visitor/legal-texts.ts';

export interface VisitorServices {
  personalPages: PersonalPages;
  findCountry: FindCountry;
  consent: ConsentProofService;
  /** Null while the accounts database cannot be reached. */
  findDatabase: () => AccountsDatabase | null;
}

export async function openVisitorServices(
  core: SiteCore,
  additions: PartAdditions,
  cleanup: Cleanup,
): Promise<VisitorServices> {
  const { config, root, content, pages, settings, metrics, log, events } = core;
  const { replica, search } = content;
  const { connect, close } = linkAccountsDatabase(config);
  cleanup.add(close);
  const legalTexts = openLegalTextKeeper(replica, connect, log);
  events.on('contentChanged', () => legalTexts.look());
  cleanup.add(legalTexts.close);
  const consent = openConsentProof(config, connect, log, (row) => events.emit('consentStored', row));
  cleanup.add(consent.close);
  const { deliverToCrm } = additions;
  const accounts = await openSiteAccounts({ config, root, connect, replica, deliverToCrm, metrics, log });
  cleanup.add(accounts.close);
  const lookup = createCountryLookup({ geoUrl: config.geoUrl, localCountry: config.geoLocalCountry, log });
  const findCountry = createFindCountry(config, lookup);
  const personalPages = new PersonalPages({
    config,
    findCountry,
    registrationRule: settings.registrationRule,
    replica,
    search,
    pages,
    services: accounts.current,
    incoming: new IncomingFiles(accounts.incoming, chooseDescriptorLimits().files),
    log,
    onSubmission: (page, status) => metrics.submissions.inc({ page, status: String(status) }),
  });
  return { personalPages, findCountry, consent, findDatabase: () => accounts.current()?.database ?? null };
}

/** Reads the variables that the files of `deploy/` set for each program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, loadAll } from 'js-yaml';
import * as v from 'valibot';
import { projectRoot } from '../../tools/project-root.ts';

const read = (path: string) => readFileSync(join(projectRoot, 'deploy', path), 'utf8');
const settings = v.record(v.string(), v.string());
const optionalList = v.optional(v.array(v.string()), []);

const composeShape = v.object({
  services: v.record(
    v.string(),
    v.looseObject({
      image: v.string(),
      build: v.optional(v.object({ context: v.string(), dockerfile: v.string() })),
      environment: v.optional(settings, {}),
      secrets: optionalList,
      networks: v.array(v.string()),
      volumes: optionalList,
      healthcheck: v.optional(v.looseObject({ test: v.array(v.string()) })),
      depends_on: v.optional(v.record(v.string(), v.object({ condition: v.string() })), {}),
      read_only: v.optional(v.boolean(), false),
      cap_drop: optionalList,
    }),
  ),
  networks: v.record(v.string(), v.unknown()),
  volumes: v.record(v.string(), v.unknown()),
  secrets: v.record(v.string(), v.object({ file: v.string() })),
});
export type Compose = v.InferOutput<typeof composeShape>;

/** YAML's `<<`, which version 1.2 of the language no longer has but every compose program reads. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== 'object' || value === null) return value;
  const { '<<': base, ...own } = value as Record<string, unknown>;
  const entries = Object.entries(own).map(([name, inner]) => [name, merged(inner)] as const);
  return { ...(merged(base) as object | undefined), ...Object.fromEntries(entries) };
}

/** Reads a compose file. @throws when it has another form. */
export const readCompose = (): Compose => v.parse(composeShape, merged(load(read('compose.yaml'))));

const varnishComposeShape = v.object({
  services: v.record(
    v.string(),
    v.looseObject({
      environment: v.optional(settings, {}),
      build: v.optional(v.object({ context: v.string(), dockerfile: v.string() })),
      networks: v.optional(v.record(v.string(), v.object({ ipv4_address: v.optional(v.string()) })), {}),
      volumes: optionalList,
    }),
  ),
  networks: v.record(v.string(), v.unknown()),
});

/** Reads the additions of `compose.varnish.yaml`. @throws when it has another form. */
export const readVarnishCompose = () => v.parse(varnishComposeShape, merged(load(read('compose.varnish.yaml'))));

const resourceShape = v.looseObject({
  apiVersion: v.string(),
  kind: v.string(),
  metadata: v.looseObject({ name: v.string() }),
});
export type Resource = v.InferOutput<typeof resourceShape>;

/** Reads every resource of a kustomization. @param folder in deploy/. */
export function readResources(folder = '.'): Resource[] {
  const list = v.looseObject({ resources: v.array(v.string()) });
  const { resources } = v.parse(list, load(read(join(folder, 'kustomization.yaml'))));
  return resources.flatMap((file) => readDocuments(join(folder, file)));
}

/** @param file in deploy/. */
export const readDocuments = (file: string): Resource[] =>
  loadAll(read(file)).map((document) => v.parse(resourceShape, document));

const workloadShape = v.looseObject({
  spec: v.looseObject({
    template: v.looseObject({
      spec: v.looseObject({
        containers: v.array(
          v.looseObject({
            name: v.string(),
            env: v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []),
          }),
        ),
      }),
    }),
  }),
});

/** The variables of the containers of a Deployment or StatefulSet; the values are literal. */
export function settingsOfWorkload(resource: Resource): Record<string, string> {
  const { containers } = v.parse(workloadShape, resource).spec.template.spec;
  return Object.fromEntries(containers.flatMap(({ env }) => env.map(({ name, value }) => [name, value] as const)));
}

/** Reads the variables of a systemd unit. @param instance the value of `%i`. @param credentials the value of `%d`. */
export function settingsOfUnit(file: string, instance: string, credentials: string): Record<string, string> {
  const lines = [...read(file).matchAll(/^Environment=(.*)$/gm)];
  const pairs = lines.flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split(/=(.*)/, 2) as [string, string]),
  );
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, value.replaceAll('%i', instance).replaceAll('%d', credentials)]),
  );
}

/** `name` → `source` of a unit's `LoadCredential=`. */
export function credentialsOfUnit(file: string): Record<string, string> {
  return Object.fromEntries(
    [...read(file).matchAll(/^LoadCredential=([\w-]+):(.*)$/gm)].map(([, name = '', source = '']) => [name, source]),
  );
}

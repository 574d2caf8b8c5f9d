import { defineConfig } from 'vite';
import { targets } from '../../../tools/bundles/browser-targets.ts';
import { embedBuild } from './embed-build.ts';

export default defineConfig(embedBuild(targets));

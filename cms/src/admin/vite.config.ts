/** How Vite 8 bundles the panel (`cms/README.md`, Traps). */
import { type UserConfig, mergeConfig } from 'vite';

export default (config: UserConfig): UserConfig =>
  mergeConfig(config, {
    // Prism, which colours code, registers itself as a property of Node's `global`, and its languages find it there.
    define: { global: 'globalThis' },
    // Otherwise Rolldown may run modules of different chunks in another order: Prism's languages before Prism.
    build: { reportCompressedSize: false, rolldownOptions: { output: { strictExecutionOrder: true } } },
  });

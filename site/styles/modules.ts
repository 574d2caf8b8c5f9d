/**
 * Imports every CSS module of the site, found by name, so that the stylesheet has them all, whichever page uses them. Islands and
 * `browser/` are left out: their class names belong in their own chunks; the build puts their rules into the same stylesheet. In its own
 * file, because a bundler moves the imports of a glob to the top of their file, and `tokens.css` must name the layers first.
 */
const modules = import.meta.glob(['../**/*.module.css', '!../**/*.island.module.css', '!../browser/**'], {
  eager: true,
});

/** This check also uses the modules: the build drops CSS modules that nothing uses. */
if (Object.keys(modules).length === 0) throw new Error('No CSS module was found: the pattern above is wrong.');

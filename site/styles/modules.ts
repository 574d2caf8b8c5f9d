/**
 * Every CSS module of the site, found by name: one that exists is in the stylesheet, whichever page uses it. Islands and
 * `browser/` are left out: their class names belong in their own chunks; the build puts their rules into the same stylesheet. A file of its own, because a bundler moves what a glob imports to the top of
 * the file it stands in, and the layers must be named first.
 */
const modules = import.meta.glob(['../**/*.module.css', '!../**/*.island.module.css', '!../browser/**'], {
  eager: true,
});

/** Not only a check: a CSS module that nobody uses is shaken out of the build, and this is the use. */
if (Object.keys(modules).length === 0) throw new Error('No CSS module was found: the pattern above is wrong.');

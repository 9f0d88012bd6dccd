// npm run screenshots: every page in the light, in the dark and on a phone, of a service with a busy week behind it.
// Written to docs/screenshots, where the README shows some of them.

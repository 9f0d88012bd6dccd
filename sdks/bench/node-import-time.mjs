// node node-import-time.mjs <package>: prints how long the first import of the package takes, in milliseconds.

const started = performance.now()
await import(process.argv[2])
console.log(performance.now() - started)

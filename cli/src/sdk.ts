// The client library from its sources, so that the program runs from a clone without a build.

export * from '../../sdks/node/src/index.ts'

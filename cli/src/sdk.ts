// The client library, from its sources: the program runs from a clone without a build of it.

export * from '../../sdks/node/src/index.ts'

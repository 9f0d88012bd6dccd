// The shapes of /v1, generated from openapi.json for the Node.js library.
export type * from '../../../sdks/node/src/generated/schemas.ts'

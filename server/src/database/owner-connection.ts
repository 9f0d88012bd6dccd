// A connection of the login that owns the schema.

import type postgres from 'postgres'

export type OwnerConnection = postgres.Sql<{ bigint: bigint }>

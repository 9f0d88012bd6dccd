import { Redis } from 'ioredis'
import { type Finding, ok, problem } from './finding.ts'

const DEADLINE_MS = 3_000

export async function checkRedis(url: string): Promise<Finding> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: DEADLINE_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  let trouble = 'no answer'
  redis.on('error', (error) => {
    trouble = (error as { code?: string }).code ?? 'refused'
  })
  try {
    await redis.connect()
    await redis.ping()
    return ok('Redis', 'answers')
  } catch {
    return problem(
      'Redis',
      `REDIS_URL cannot be reached (${trouble})`,
      'start Redis or correct REDIS_URL; until then each process counts limits on its own',
    )
  } finally {
    redis.disconnect()
  }
}

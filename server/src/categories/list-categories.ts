import Type from 'typebox'
import { read } from '../http/route.ts'
import { categories } from './categories.ts'

const CategorySchema = Type.Object(
  {
    name: Type.String({ examples: ['advertising'] }),
    description: Type.String(),
    mccs: Type.Array(Type.String({ pattern: '^[0-9]{4}$' })),
  },
  { $id: 'Category' },
)

export const listCategories = read({
  method: 'GET',
  url: '/categories',
  operationId: 'listCategories',
  scope: null,
  bounds: 'open',
  tag: 'BINs',
  summary: 'List merchant categories',
  description:
    'Lists the names that `allowed_categories` accepts, each with the merchant category codes that it covers. The list is not paged.',
  reply: { 200: Type.Object({ data: Type.Array(CategorySchema) }) },
  async read() {
    return { data: categories }
  },
})

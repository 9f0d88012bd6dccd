import { join } from 'node:path'
import { test } from 'node:test'
import { namesIn, root, succeeds } from './vocabulary.ts'

const PYTHON = `
import inspect, sys, cardwright
def has(owner, member):
    classes = inspect.getmro(owner) if inspect.isclass(owner) else ()
    noted = any(member in getattr(each, "__annotations__", {}) for each in classes)
    return hasattr(owner, member) or noted or f"self.{member}:" in inspect.getsource(owner) or f"self.{member} =" in inspect.getsource(owner)
missing = []
for name in sys.argv[1:]:
    owner, _, member = name.partition(".")
    if not has(cardwright, owner) or (member and not has(getattr(cardwright, owner), member)):
        missing.append(name)
sys.exit(f"missing: {missing}" if missing else 0)
`

test('the Python library has every name that the guide lists', () => {
  succeeds('sh', [join(root, 'sdks/python/run'), 'python', '-c', PYTHON, ...namesIn(3)], root)
})

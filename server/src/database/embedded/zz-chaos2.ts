import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { spawnService, query, postmasterPid, quick } from '/work/main/server/src/database/embedded/embedded-fixture.ts'
const dir=mkdtempSync('/tmp/chaos-'); chmodSync(dir,0o755); const d=dir+'/data'
let n=0; const modes:Record<string,number>={}
for (let i=0;i<40;i++) {
  const s=await spawnService({dataDir:d})
  if(!s.answer.connection) throw new Error(s.answer.refused)
  if(i===0) await query(s.answer.connection,'create table t(n int)')
  const [r]=await query(s.answer.connection,'select count(*)::int c from t'); if(r!.c!==n) throw new Error(`lost: ${r!.c} of ${n}`)
  await query(s.answer.connection,'insert into t values (1)'); n++
  const m=['service','postgres','both','both2','stop','mid-restart'][Math.floor(Math.random()*6)]!; modes[m]=(modes[m]??0)+1
  const p=postmasterPid(d)
  if(m==='service') await s.kill()
  if(m==='postgres'){ process.kill(p,'SIGKILL'); await new Promise(r=>setTimeout(r,Math.random()*600)); await s.stop() }
  if(m==='both'){ process.kill(p,'SIGKILL'); await s.kill() }
  if(m==='both2'){ const k=s.kill(); process.kill(p,'SIGKILL'); await k }
  if(m==='stop') await s.stop()
  if(m==='mid-restart'){ process.kill(p,'SIGKILL'); await new Promise(r=>setTimeout(r,Math.random()*600)); await s.kill() }
}
const s=await spawnService({dataDir:d}); console.log(await query(s.answer.connection!,'select count(*)::int c from t'),n,modes); await s.stop(); rmSync(dir,{recursive:true})

/**
 * The text of a script in the head of a run's page. It requests the files of the first or the linked instance while styles and the page's own script
 * are still loading. This saves two round trips. The list waits where the page shows an instance first. `client/loaded-ahead.ts` hands the files
 * over. data-folder: the address of the files;
 * data-ids: the number of their ids files.
 */
export const LOAD_AHEAD = `(()=>{
const {folder,ids}=document.currentScript.dataset,kept=globalThis.medhelmAhead={};
const load=(file,priority)=>kept[folder+file]=fetch(folder+file,{priority}).then(r=>r.ok?r.json():undefined).catch(()=>undefined);
load("list.json");
let anchor=location.hash.slice(1);
try{anchor=decodeURIComponent(anchor)}catch{}
const isFirst=anchor===""&&location.search==="";
if(isFirst)load("1.json");
const isLinked=anchor!==""&&anchor!=="list"&&ids>0;
load("list-1.json",isFirst||isLinked?"low":"auto");
if(!isLinked)return;
let hash=0x811c9dc5;
for(let i=0;i<anchor.length;i++)hash=Math.imul(hash^anchor.charCodeAt(i),0x01000193);
hash>>>=0;
load("ids-"+(hash%ids+1)+".json").then(file=>{const found=file?.ids?.find(([of])=>of===hash);if(found)load(found[1]+".json")});
})()`;

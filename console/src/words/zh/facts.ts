import type { facts as en } from "../en/facts.ts";
import type { Translated } from "../text.ts";

export const facts: Translated<typeof en> = {
  "facts.title": "关于此文档",
  "facts.state": "状态",
  "facts.name": "文件",
  "facts.kind": "类型",
  "facts.size": "大小",
  "facts.broughtIn": "添加",
  "facts.read": "读取时间",
  "facts.checked": "上次抓取",
  "facts.place": "所在位置",
  "facts.unseen": "您无权查看的集合",
  "facts.summary": "摘要",
};

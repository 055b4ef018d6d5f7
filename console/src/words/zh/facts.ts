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
  "facts.versions": "版本",
  "facts.versionNow": "当前",
  "facts.versionPending": "正在读取",
  "facts.versionFailed": "无法读取最近上传的版本。",
  "facts.place": "所在位置",
  "facts.unseen": "您无权查看的集合",
  "facts.summary": "摘要",
};

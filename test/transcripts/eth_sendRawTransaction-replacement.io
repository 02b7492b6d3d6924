// A replacement raises both fees by 10 %; one wei less, or one fee alone, is not enough.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a44"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x8f3a674c9d33e8cb4a32d7cefceac678f02ef45bde94c9a98948b4ca91ef179d"}
>> {"jsonrpc":"2.0","id":2,"method":"eth_sendRawTransaction","params":["0x02f86c822105808440f814808440f814808252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a0fef6d500ff9c8797f25421e0ffcf99a069af432a540d225a22ca4b98a679c929a05f9706196092439332c09b427073377aa3c68a52c4a2a70d6b6c181572e937b1"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"replacement transaction underpriced"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_sendRawTransaction","params":["0x02f86c82210580844190aaff844190aaff8252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c001a07cc68052cfae87c139c320c27e8930169021b9e89795a562f6dd303459e0cd43a067a960e711e2f35b3fc6eb7574eed05cc95c6e317d08b9f50742ddadcfeded2a"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"replacement transaction underpriced"}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca0084773594008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c001a05689d7819ea2f043b394296376d1555713e2f49fb2022d52b7d073785ada9a99a063312854845e7d42015c72ba12daf06acbcac0f6bb574d56a13fc0bc1f7c4486"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"replacement transaction underpriced"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80280c001a0bd992bfa3cc393b18f8c81e2dad281382444db808f8cafca744dc1a24f145ae6a0422b827340abc088875f689f99b737e36499f4e19778aed54a3cf96ed9e7f3bb"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"replacement transaction underpriced"}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_sendRawTransaction","params":["0x02f86c82210580844190ab00844190ab008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a012c1965a1bb3d18df8daea48661c685e3d6f2372f82fa93404ad387c6ab7f998a07393a82880a53e16877e1c4b009a5b7105cb734b96e76f051a1dc789ff458dc0"]}
<< {"jsonrpc":"2.0","id":6,"result":"0x4e84cff70daa6c941a266742ff10b9e3e43c41800ba745fccd4a877f98d0238e"}
// The old one is gone.
>> {"jsonrpc":"2.0","id":7,"method":"eth_getTransactionByHash","params":["0x8f3a674c9d33e8cb4a32d7cefceac678f02ef45bde94c9a98948b4ca91ef179d"]}
<< {"jsonrpc":"2.0","id":7,"result":null}
>> {"jsonrpc":"2.0","id":8,"method":"eth_getTransactionReceipt","params":["0x8f3a674c9d33e8cb4a32d7cefceac678f02ef45bde94c9a98948b4ca91ef179d"]}
<< {"jsonrpc":"2.0","id":8,"result":null}
// And may come back only as a replacement itself.
>> {"jsonrpc":"2.0","id":9,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a44"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32000,"message":"replacement transaction underpriced"}}
// advance: 2000
>> {"jsonrpc":"2.0","id":10,"method":"eth_getTransactionReceipt","params":["0x8f3a674c9d33e8cb4a32d7cefceac678f02ef45bde94c9a98948b4ca91ef179d"]}
<< {"jsonrpc":"2.0","id":10,"result":null}
>> {"jsonrpc":"2.0","id":11,"method":"eth_getBlockTransactionCountByNumber","params":["latest"]}
<< {"jsonrpc":"2.0","id":11,"result":"0x2"}
>> {"jsonrpc":"2.0","id":12,"method":"eth_getTransactionByBlockNumberAndIndex","params":["0x1","0x0"]}
<< {"jsonrpc":"2.0","id":12,"result":{"type":"0x7e","hash":"0x16dd8e0b750ff9a49ef26021ca8ba686b45267679c121a054977ab34728c262b","sourceHash":"0x5d0219ccbe4596fb618f56e7719c992910d70dd553b00585d98c89c48aa910b1","from":"0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001","to":"0x4200000000000000000000000000000000000015","mint":"0x0","value":"0x0","gas":"0xf4240","gasPrice":"0x0","input":"0x3db6be2b000008dd00101c120000000000000001000000006955b90000000000016e36000000000000000000000000000000000000000000000000000000000006bdbf6f0000000000000000000000000000000000000000000000000000000000582765ffa1bbb4b53ec446cf741261e5fdf8d7232b3465ad452cdeb4ea78ac8195bfe80000000000000000000000005050f69a9786f081509234f1a7f4684b5e5b76c90000000000000000000000000094","nonce":"0x0","depositReceiptVersion":"0x1","blockHash":"<block 1>","blockNumber":"0x1","blockTimestamp":"0x6955b902","transactionIndex":"0x0","r":"0x0","s":"0x0","v":"0x0","yParity":"0x0"}}
